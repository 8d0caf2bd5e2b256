import type en from "../en/card-mandate"
import type { Translation } from "../translation"

export default {
  title: "Carduri salvate",
  about:
    "Ce li se cere clienților să accepte când salvează un card, dacă agentul nu propune propriile limite. Clienții pot reduce limitele. O debitare peste ele are nevoie de client.",
  days: "Durata în zile",
  days_about:
    "Între {{fewest}} și {{most}} zile. Modificările se aplică pentru cardurile și consimțămintele de acum înainte.",
  limit: "Limitele în {{currency}}",
  max_per_charge: "Maxim pe debitare",
  max_per_charge_about: "Fără client",
  max_per_month: "Maxim pe lună",
  max_per_month_about: "Toate debitările unui card într-o lună calendaristică (UTC)",
  agreed: "Cel mult {{charge}} pe debitare și {{month}} pe lună cu un card salvat, până la {{until}}",
} satisfies Translation<typeof en>
