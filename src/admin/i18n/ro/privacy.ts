import type en from "../en/privacy"
import type { Translation } from "../translation"

export default {
  title: "Date păstrate despre acest client pentru agenți",
  about:
    "Consimțăminte, carduri păstrate, plăți, comenzi în curs și mesaje ale agenților. Datele proprii ale Medusa nu fac parte din ele.",
  export: "Exportă",
  exported: "Exportat",
  reason: "Motivul ștergerii",
  reason_about: "Se păstrează în jurnalul de audit.",
  erase: "Șterge",
  erase_title: "Ștergi datele acestui client?",
  erase_sure:
    "Numele, adresele, e-mailul, mesajele și ce s-a trimis din ele se elimină definitiv, agenții își pierd accesul, iar cardurile păstrate sunt șterse la bancă. Sumele, datele calendaristice și numerele plăților rămân pentru contabilitate, la fel și clientul propriu al Medusa cu comenzile lui.",
  asked: "Cererea de ștergere este îndeplinită",
  waits: "Cererea de ștergere este păstrată: se îndeplinește de îndată ce nimic nu o împiedică",
  obstacle_payment_open: "O plată este încă deschisă: clientul sau banca nu a încheiat-o.",
  obstacle_payment_authorized:
    "O plată este rezervată și nedecontată: mai întâi încaseaz-o sau eliberează suma.",
  obstacle_refund_pending: "O plată are o rambursare pe care banca nu a făcut-o încă.",
  obstacle_payment_disputed:
    "O plată este contestată: ce se știe despre ea este necesar până la încheierea contestației.",
  obstacle_payment_in_review: "O plată trebuie verificată de cineva: închide mai întâi verificarea ei.",
  obstacle_payment_unsettled:
    "O plată nu este încă decontată: magazinul sau banca lucrează la ea. Încearcă din nou peste un minut.",
  obstacle_approval_waiting: "O plată așteaptă aprobarea sau tocmai începe: decide mai întâi asupra ei.",
  obstacle_payment: "Deschide plata",
  obstacle_order: "Deschide comanda ei",
  obstacle_approvals: "Deschide aprobările",
  nothing: "Nu era nimic de șters.",
  consents: "Consimțăminte revocate",
  payments: "Plăți",
  cards: "Carduri șterse",
  bank_messages: "Mesaje ale băncii",
  sessions: "Coșuri și comenzi în curs",
  tasks: "Sarcini",
  stored_responses: "Răspunsuri păstrate",
  push_addresses: "Adrese de notificare șterse",
  webhook_bodies: "Mesaje webhook",
  webhook_deliveries: "Livrări webhook oprite",
  carts: "Coșuri în Medusa",
  retention: "Cât timp se păstrează datele",
  retention_about:
    "Ce este mai vechi se elimină în cel mult o oră. Plățile se păstrează pentru contabilitate.",
  days: "între {{fewest}} și {{most}} de zile",
  kept_sessions: "Coșuri și comenzi în curs care nu au cumpărat nimic",
  kept_tasks: "Sarcini fără plată",
  kept_bank_messages: "Mesajele băncii, cuvânt cu cuvânt",
  kept_audit: "Jurnalul de audit",
  kept_delivered_webhooks: "Webhookuri livrate",
  kept_dead_webhooks: "Webhookuri abandonate",
} satisfies Translation<typeof en>
