import { Items, SESSION_MEMBERS } from "../session/session-body"

/** The members of a cart. `locale` is not used. */
export const CART_MEMBERS = { line_items: Items.min(1), buyer: SESSION_MEMBERS.buyer }
