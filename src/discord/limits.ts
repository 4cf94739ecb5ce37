/** Discord's limits, in characters unless a comment says otherwise. */

/** A string option. */
export const stringOptionMax = 6_000;
/** A message's content. */
export const contentMax = 2_000;
/** The number of choices in an autocompletion, and of options in a select menu. */
export const choicesMax = 25;
/** A choice's name or value, and a menu option's label or value. */
export const choiceMax = 100;
