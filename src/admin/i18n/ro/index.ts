/*
 * The Romanian term for each English one, the same on every page:
 * agent: agent, also where a protocol says client; client: customer, shopper; canal: channel; sarcină: task;
 * token: token, bearer; consimțământ: consent; monedă: currency; livrare: delivery; card salvat: saved card;
 * finalizare de comandă: checkout; verificare manuală: manual review; contestație: dispute;
 * a autoriza, autorizare: authorize; a încasa, încasare: capture; a rambursa, rambursare: refund;
 * a anula, anulare: void, cancel; a refuza, refuz: decline (by the issuer); a respinge: reject;
 * a deconta, decontare: settle; a revoca: revoke (an agent, a consent, a token, a card);
 * a șterge: delete, erase (an address, data).
 */
import agents from "./agents"
import alert_settings from "./alert-settings"
import alerts from "./alerts"
import approvals from "./approvals"
import audit from "./audit"
import card_mandate from "./card-mandate"
import connect from "./connect"
import diagnostics from "./diagnostics"
import common from "./common"
import differences from "./differences"
import evidence from "./evidence"
import limits from "./limits"
import overview from "./overview"
import payment_states from "./payment-states"
import payments from "./payments"
import privacy from "./privacy"
import reasons from "./reasons"
import reconciliation from "./reconciliation"
import refunds from "./refunds"
import refusals from "./refusals"
import rules from "./rules"
import settings from "./settings"
import settings_page from "./settings-page"
import spending from "./spending"
import states from "./states"
import stopped from "./stopped"
import tasks from "./tasks"
import timeline from "./timeline"
import unpaid from "./unpaid"
import views from "./views"
import webhooks from "./webhooks"

export default {
  agents,
  alert_settings,
  alerts,
  approvals,
  audit,
  card_mandate,
  connect,
  diagnostics,
  common,
  differences,
  evidence,
  limits,
  overview,
  payment_states,
  payments,
  privacy,
  reasons,
  reconciliation,
  refunds,
  refusals,
  rules,
  settings,
  settings_page,
  spending,
  states,
  stopped,
  tasks,
  timeline,
  unpaid,
  views,
  webhooks,
}
