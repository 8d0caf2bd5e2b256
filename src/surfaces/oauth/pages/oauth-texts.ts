import type { Flavor, Scope } from "../../../domain/scopes"

/** The reasons for which the error page is shown. */
export type Refusal =
  | "unknown_client"
  | "foreign_redirect_uri"
  | "request_over"
  | "pushed_request_over"
  | "other_browser"
  | "foreign_form"
  | "session_not_kept"
  | "surface_disabled"
  | "internal_error"
  | "not_understood"

/** The reasons for which a login fails. */
export type Fault =
  "wrong_password" | "more_needed" | "not_suitable" | "too_many_attempts" | "log_in_again" | "no_cookie"

/** What the last form of the account page has done. `gone`: there was nothing to end. */
export const NOTICES = ["withdrawn", "removed", "gone"] as const
export type Notice = (typeof NOTICES)[number]

/**
 * The receiver of the redirect: a host on the internet, a program on this device, or an installed app, identified by
 * its scheme.
 */
export type Receiver = "host" | "device" | "app"

/** All texts of the OAuth pages. A language is one object of this type, so a missing text does not compile. */
export interface Texts {
  /** BCP 47. */
  readonly lang: string
  readonly log_in_title: string
  readonly log_in_intro: (client: string) => string
  /** Shown when only one kind of account may decide. */
  readonly only: Readonly<Record<"user" | "customer", string>>
  /** Shown when both kinds of account may decide. */
  readonly either: string
  readonly email: string
  readonly password: string
  readonly log_in: string
  readonly cancel: string
  readonly fault_prefix: string
  readonly fault_title: string
  readonly faults: Readonly<Record<Fault, string>>
  readonly consent_title: (client: string, store: string) => string
  readonly unverified: string
  readonly unverified_why: string
  readonly acts_for: Readonly<Record<Flavor, string>>
  readonly it_may: string
  readonly scopes: Readonly<Record<Scope, string>>
  readonly saved_cards: string
  /**
   * What the limits apply to: cards that the customer saves with the client, and those that they save in the store. The same
   * for every store, because a payment route that is configured later charges cards under earlier consents.
   */
  readonly saved_cards_about: string
  readonly saved_cards_fault: string
  readonly max_per_charge: (currency: string) => string
  readonly max_per_month: (currency: string) => string
  readonly mandate_until: string
  /** Introduces the offered limits, one line for each currency, with their end if it is the same for all. */
  readonly limits_intro: (until?: string) => string
  /** The limits in one currency, with their end if it differs. */
  readonly limits_of: (per_charge: string, per_month: string, until?: string) => string
  readonly answer_title: string
  readonly answer_to: Readonly<Record<Receiver, (name: string) => string>>
  readonly logged_in_as: (email: string) => string
  readonly another_account: string
  readonly approve: string
  readonly deny: string
  readonly withdraw_title: string
  readonly ends_on: (date: string) => string
  readonly withdraw_on_page: string
  readonly withdraw_in_admin: string
  readonly account_title: string
  readonly account_log_in_intro: string
  readonly account_intro: (store: string) => string
  readonly account_consents: string
  readonly no_consents: string
  readonly has_access: (since: string, until: string) => string
  readonly what_it_may: string
  readonly charges_cards: string
  /** The limits of charges of saved cards without the customer. */
  readonly limits: (per_charge: string, per_month: string, until: string) => string
  readonly withdraw: string
  readonly account_cards: string
  /** A card of which only the reference is known. */
  readonly a_card: string
  readonly charged_by: (client: string) => string
  readonly remove_card: string
  readonly show_more: string
  readonly log_out: string
  readonly back_to: (store: string) => string
  readonly notices: Readonly<Record<Notice, string>>
  readonly error_title: string
  /** What a person can do after an error: of a consent, of the account page, or of the store there. */
  readonly error_advice: Readonly<Record<"consent" | "account" | "account_error", string>>
  readonly refusals: Readonly<Record<Refusal, string>>
}

/** The day in UTC, as the mandates' months. */
export const dateIn = ({ lang }: Texts, date: Date, dateStyle: "long" | "medium" = "long"): string =>
  new Intl.DateTimeFormat(lang, { dateStyle, timeZone: "UTC" }).format(date)
