/** The largest size of a bank's file, in bytes of UTF-8. */
export const MOST_FILE_BYTES = 1_000_000

/** The highest number of rows of a bank's file, without its header. */
export const MOST_FILE_ROWS = 10_000

/** The longest period of a bank's file, in days. */
export const MOST_FILE_DAYS = 92

/** How many problems of a file are reported at once. */
export const MOST_PROBLEMS = 20

/** How many differences a response has at most. */
export const MOST_DIFFERENCES = 1000
