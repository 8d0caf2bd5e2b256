/** A response without the id of its request, which is unique. */
export const withoutRequestId = (text: string): string => text.replace(/("request_id":")[^"]+(")/g, "$1$2")
