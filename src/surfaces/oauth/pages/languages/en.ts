import { SCOPE_SENTENCES } from "../../../../domain/scope-sentences"
import type { Texts } from "../oauth-texts"

/** The pages in English. */
export const en: Texts = {
  lang: "en",
  log_in_title: "Log in",
  log_in_intro: (client) => `${client} asks for access. Log in to see what it wants and to decide.`,
  only: {
    user: "Only staff of this store can decide about this.",
    customer: "Only customers of this store can decide about this, each for their own account.",
  },
  either:
    "Customers and staff of this store can decide about this. Log in with the account that you have here.",
  email: "Email",
  password: "Password",
  log_in: "Log in",
  cancel: "Refuse access and go back",
  fault_prefix: "Error:",
  fault_title: "There is a problem",
  faults: {
    wrong_password: "Email and password do not match an account.",
    more_needed: "This account needs more than a password. Log in at the store first, then start again.",
    not_suitable: "This kind of account cannot give this access. Log in with another one.",
    too_many_attempts: "There were too many attempts. Wait 15 minutes, then try again.",
    log_in_again:
      "Access with which money moves needs a login of the last five minutes, and some apps ask for a new login. Log in again.",
    no_cookie:
      "The page had expired, or your browser blocks cookies. Allow cookies for this site, then log in.",
  },
  consent_title: (client, store) => `Allow ${client} to act at ${store}?`,
  unverified: "Unverified",
  unverified_why: "The application chose its name itself. The store has not verified who is behind it.",
  acts_for: {
    a2a: "It will act in the name of the store.",
    ucp: "It will shop for you.",
    acp: "It will shop for you.",
    app: "It will act in your customer account.",
  },
  it_may: "It will be able to",
  scopes: SCOPE_SENTENCES.en,
  saved_cards: "Your saved cards",
  saved_cards_about:
    "The application can pay with cards that you save with it, and with cards that you have saved in this store or save here later, without asking you, up to these limits. You can lower them now and later. Everything above them needs your confirmation.",
  saved_cards_fault:
    "The limits were not accepted. Enter amounts and dates that are not higher than the ones below.",
  max_per_charge: (currency) => `At most for each charge, in ${currency}`,
  max_per_month: (currency) => `At most in a calendar month, in ${currency}`,
  mandate_until: "Until",
  limits_intro: (until) =>
    `${until ? `Until ${until}, it` : "It"} can charge your saved cards without asking you, at most:`,
  limits_of: (per_charge, per_month, until) =>
    `${per_charge} per charge, ${per_month} per month${until ? `, until ${until}` : ""}`,
  answer_title: "Where your decision goes",
  answer_to: {
    host: (name) => `Your decision is sent to ${name}.`,
    device: (name) => `Your decision is sent to a program on this device (${name}).`,
    app: (name) => `Your decision is sent to the app on this device that opens ${name} links.`,
  },
  logged_in_as: (email) => `You are logged in as ${email}.`,
  another_account: "Use another account",
  approve: "Allow",
  deny: "Refuse",
  withdraw_title: "How it ends",
  ends_on: (date) => `This access ends by itself on ${date}.`,
  withdraw_on_page: "You can withdraw this access at any time, and it ends at once:",
  withdraw_in_admin: "Staff can withdraw this access in the admin, under Agents. It ends at once.",
  account_title: "Apps with access to your account",
  account_log_in_intro: "Log in to see which apps have access to your account, and to withdraw it.",
  account_intro: (store) =>
    `You have allowed these apps to act for you at ${store}. You can withdraw the access at any time; it ends at once.`,
  account_consents: "Apps",
  no_consents: "No app has access to your account.",
  has_access: (since, until) => `Has access since ${since}, until ${until} at the latest`,
  what_it_may: "What it may do",
  charges_cards: "It may charge saved cards.",
  limits: (per_charge, per_month, until) =>
    `Without asking you: at most ${per_charge} each time and ${per_month} in a calendar month, until ${until}.`,
  withdraw: "Withdraw access",
  account_cards: "Saved cards",
  a_card: "A card",
  charged_by: (client) => `${client} may charge it as long as it has access.`,
  remove_card: "Remove card",
  show_more: "Show more",
  log_out: "Log out",
  back_to: (store) => `Back to ${store}`,
  notices: {
    withdrawn: "The access is withdrawn.",
    removed: "The card is removed and is not charged again.",
    gone: "Nothing was changed: this entry had already ended.",
  },
  error_title: "This did not work",
  error_advice: {
    consent: "No access was given. You can close this page and start again in the application.",
    account: "Nothing was changed. Open the page again.",
    account_error: "Open the page again. It shows your apps and cards as they are now.",
  },
  refusals: {
    unknown_client: "The store does not know this application.",
    foreign_redirect_uri:
      "This application wants the response sent to an address that it has not registered.",
    request_over: "This request has ended: it was already decided, or it has expired.",
    pushed_request_over: "This link can be opened only once and within a minute. Start again in the app.",
    other_browser: "This request was started in another browser, or cookies are disabled.",
    foreign_form: "This form was not sent from this page, or another person has logged in since then.",
    session_not_kept:
      "You cannot log in here now: a proxy in front of the store does not report that this page was opened over HTTPS. The store's operator must configure the proxy to send X-Forwarded-Proto: https.",
    surface_disabled: "The store does not give access to applications at the moment.",
    internal_error: "Something went wrong at the store.",
    not_understood: "The application sent an invalid request.",
  },
}
