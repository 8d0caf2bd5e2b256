import type en from "../en/rules"
import type { Translation } from "../translation"

export default {
  networks: "Adrese IP și rețele",
  networks_hint: "Una pe rând, de exemplu 203.0.113.0/24. O listă goală acceptă orice adresă.",
  bad_networks: "Nu este adresă IP sau rețea ca 203.0.113.0/24: {{values}}",
  time_zone: "Fus orar",
  bad_zone: "Nu este un fus orar ca Europe/Bucharest: {{value}}",
  hours_hint:
    "Intervale precum 09:00-12:00, 13:00-17:00; 00:00-24:00 este toată ziua. O zi fără interval este închisă; dacă nicio zi nu are interval, apelurile sunt acceptate oricând.",
  bad_range: "Nu este un interval ca 09:00-17:30: {{values}}",
  day_mon: "Luni",
  day_tue: "Marți",
  day_wed: "Miercuri",
  day_thu: "Joi",
  day_fri: "Vineri",
  day_sat: "Sâmbătă",
  day_sun: "Duminică",
  per_minute: "Pe minut",
  per_hour: "Pe oră",
  per_day: "Pe zi",
  no_limit: "Fără limită",
  bad_limit: "Introdu un număr întreg de la 1 la 1000000 sau lasă gol",
} satisfies Translation<typeof en>
