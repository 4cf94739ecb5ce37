/** A file in the data folder that a backup touches. */
export const backupMark = "last-backup";
