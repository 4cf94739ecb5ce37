/** Discord's limits, in characters unless a comment says otherwise. */

/** The longest value of a string option. */
export const stringOptionMax = 6_000;
/** The longest content of a message. */
export const contentMax = 2_000;
/** The most choices in an autocompletion, and the most options in a select menu. */
export const choicesMax = 25;
/** The longest name or value of a choice, and the longest label or value of a menu's option. */
export const choiceMax = 100;
