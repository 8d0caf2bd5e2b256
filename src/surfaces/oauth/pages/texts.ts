import { type Flavor, SCOPES } from "../../../domain/scopes"

/** Everything the pages say. Another language is another object of this type. */
export interface Texts {
  readonly lang: string
  readonly log_in_title: string
  readonly log_in_intro: (client: string) => string
  readonly staff_only: string
  readonly email: string
  readonly password: string
  readonly account_kind: string
  readonly kinds: { readonly user: string; readonly customer: string }
  readonly log_in: string
  readonly cancel: string
  readonly faults: Readonly<Record<"wrong_password" | "more_needed" | "not_suitable", string>>
  readonly consent_title: (client: string, store: string) => string
  readonly unverified: string
  readonly acts_for: Readonly<Record<Flavor, string>>
  readonly it_may: string
  readonly scopes: Readonly<Record<string, string>>
  readonly answer_to: (host: string) => string
  readonly logged_in_as: (email: string) => string
  readonly someone_else: string
  readonly approve: string
  readonly deny: string
  readonly error_title: string
  readonly error_advice: string
  readonly request_over: string
  readonly other_browser: string
  readonly foreign_form: string
}

/** The pages in English. */
export const TEXTS: Texts = {
  lang: "en",
  log_in_title: "Log in",
  log_in_intro: (client) => `${client} asks for access. Log in to see what it wants and to decide.`,
  staff_only: "Only staff of this store can decide about this.",
  email: "Email",
  password: "Password",
  account_kind: "Your account",
  kinds: { user: "I work for this store", customer: "I am a customer" },
  log_in: "Log in",
  cancel: "Refuse access and go back",
  faults: {
    wrong_password: "Email and password do not match an account.",
    more_needed:
      "This account needs more than a password. Log in at the store first, then begin again in the app.",
    not_suitable: "This kind of account cannot give this access. Log in with another one.",
  },
  consent_title: (client, store) => `Allow ${client} to act at ${store}?`,
  unverified: "The name was chosen by the application itself and has not been verified.",
  acts_for: {
    a2a: "It will act in the name of the store.",
    ucp: "It will shop for you.",
    acp: "It will shop for you.",
    app: "It will act in your customer account.",
  },
  it_may: "It will be able to:",
  scopes: SCOPES,
  answer_to: (host) => `Your decision is sent to ${host}.`,
  logged_in_as: (email) => `You are logged in as ${email}.`,
  someone_else: "Use another account",
  approve: "Allow",
  deny: "Refuse",
  error_title: "This did not work",
  error_advice: "Nothing was allowed. You can close this page and begin again in the application.",
  request_over: "This request is over: it was decided before, or it waited too long.",
  other_browser: "This request was begun in another browser, or cookies are switched off.",
  foreign_form: "This form does not come from our page, or somebody else has logged in meanwhile.",
}
