/*
 * One word for one thing, on every page:
 * agent: the program that acts, also where the protocol says client; client: the person who buys (shopper, customer);
 * token: token, bearer; consimțământ: consent; monedă: currency; suprafață: surface; sarcină: task; livrare: delivery;
 * a încasa, încasare: capture; a rambursa, rambursare: refund; a elibera, eliberare: void, release of reserved money;
 * a anula, anulare: cancel; a decide, decisă: decide; a revoca: what ends an access (agent, consent, token);
 * a șterge: what ends by being removed (card, address, data).
 */
import agents from "./agents"
import alerts from "./alerts"
import approvals from "./approvals"
import audit from "./audit"
import checkup from "./checkup"
import common from "./common"
import differences from "./differences"
import overview from "./overview"
import payment_states from "./payment-states"
import payments from "./payments"
import privacy from "./privacy"
import reasons from "./reasons"
import refusals from "./refusals"
import rules from "./rules"
import settings from "./settings"
import spending from "./spending"
import states from "./states"
import stopped from "./stopped"
import tasks from "./tasks"
import timeline from "./timeline"
import webhooks from "./webhooks"

export default {
  agents,
  alerts,
  approvals,
  audit,
  checkup,
  common,
  differences,
  overview,
  payment_states,
  payments,
  privacy,
  reasons,
  refusals,
  rules,
  settings,
  spending,
  states,
  stopped,
  tasks,
  timeline,
  webhooks,
}
