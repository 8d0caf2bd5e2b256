/** An error that the user of the command line can fix. They see only its message, which is one sentence. */
export class StartError extends Error {}
