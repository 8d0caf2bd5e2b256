import type en from "../en/privacy"
import type { Translation } from "../translation"

export default {
  title: "Datele acestui client în Agentic Commerce",
  about:
    "Consimțăminte, carduri salvate, plăți, finalizări de comandă și mesaje ale agenților. Datele proprii ale Medusa nu sunt incluse.",
  export: "Exportă",
  exported: "Exportat",
  reason: "Motivul ștergerii",
  reason_about: "Se păstrează în jurnalul de audit.",
  erase: "Șterge",
  erase_title: "Ștergi datele acestui client?",
  erase_sure:
    "Numele, adresele, e-mailul, mesajele și copiile lor se șterg definitiv, agenții își pierd accesul, iar cardurile salvate sunt revocate la bancă. Sumele, datele calendaristice și numerele plăților rămân pentru contabilitate, la fel și clientul din Medusa cu comenzile lui.",
  erased: "Datele au fost șterse",
  erasure_pending: "Cererea este înregistrată. Datele se șterg de îndată ce este posibil.",
  obstacle_payment_open: "O plată este încă deschisă: clientul sau banca nu a finalizat-o.",
  obstacle_payment_authorized: "O plată este autorizată și nedecontată: mai întâi încaseaz-o sau anuleaz-o.",
  obstacle_refund_pending: "O plată are o rambursare pe care banca nu a executat-o încă.",
  obstacle_payment_disputed:
    "O plată este contestată: datele ei sunt necesare până la încheierea contestației.",
  obstacle_payment_in_review: "O plată necesită verificare manuală: închide mai întâi verificarea.",
  obstacle_payment_unsettled: "O plată nu este încă decontată. Încearcă din nou peste un minut.",
  obstacle_approval_waiting:
    "O plată așteaptă aprobarea sau este în curs de inițiere: decide mai întâi asupra ei.",
  obstacle_checkout_in_storefront:
    "Clientul poate încă plăti în magazinul online ceea ce a ales un agent. Încearcă din nou după plasarea comenzii sau după opt zile; un debit direct poate dura mai mult.",
  obstacle_payment: "Deschide plata",
  obstacle_order: "Deschide comanda ei",
  obstacle_approvals: "Deschide aprobările",
  nothing_erased: "Nu era nimic de șters.",
  consents: "Consimțăminte revocate",
  payments: "Plăți",
  cards: "Carduri salvate revocate",
  bank_messages: "Notificări ale băncii",
  sessions: "Coșuri și finalizări de comandă",
  tasks: "Sarcini",
  stored_responses: "Răspunsuri stocate",
  push_addresses: "Adrese pentru notificări push șterse",
  webhook_bodies: "Mesaje webhook",
  webhook_deliveries: "Livrări webhook încheiate",
  carts: "Coșuri în Medusa",
  retention: "Păstrarea datelor",
  retention_about: "Datele mai vechi se șterg în cel mult o oră. Plățile se păstrează pentru contabilitate.",
  days: "între {{fewest}} și {{most}} de zile",
  retention_sessions: "Coșuri și finalizări fără comandă",
  retention_tasks: "Sarcini fără plată",
  retention_bank_messages: "Notificările brute ale băncii",
  retention_audit: "Jurnalul de audit",
  retention_delivered_webhooks: "Livrări webhook reușite",
  retention_dead_webhooks: "Livrări webhook eșuate",
} satisfies Translation<typeof en>
