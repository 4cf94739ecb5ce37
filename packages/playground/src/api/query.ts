/** What a query's yes or no says: libraries write `true`, `True` or `1`. */
export const isTrue = (value: string | undefined): boolean => /^(true|1)$/i.test(value ?? "");
