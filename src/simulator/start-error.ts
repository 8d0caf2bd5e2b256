/** Something the person at the command line can put right; the message is the one sentence they see. */
export class StartError extends Error {}
