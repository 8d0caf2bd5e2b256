import type { Texts, Words } from "../texts"

const PREPARED: Words = {
  title: "Cumpărătura dumneavoastră este în pregătire",
  text: "Continuați în aplicația sau cu asistentul de unde ați venit. Nu s-a plătit nimic.",
}

const PAY_AGAIN = "Pentru a plăti din nou, reveniți acolo unde ați început cumpărătura."

/** The pages for customers in Romanian. */
export const ro: Texts = {
  lang: "ro",
  amount: "Sumă",
  order_number: "Număr comandă",
  what_next: "Ce urmează",
  payment: {
    paid: {
      title: "Plată confirmată",
      text: "Banca a confirmat plata dumneavoastră.",
      next: "Magazinul a primit plata și pregătește comanda. Puteți închide această pagină.",
    },
    authorized: {
      title: "Sumă rezervată",
      text: "Banca a rezervat suma pe cardul dumneavoastră. Încă nu s-a încasat nimic.",
      next: "Magazinul încasează suma mai târziu, de obicei la expedierea comenzii. Puteți închide această pagină.",
    },
    processing: {
      title: "Se așteaptă răspunsul băncii",
      text: "Banca nu ne-a comunicat încă rezultatul.",
      next: "Nu plătiți din nou: banca anunță magazinul chiar dacă închideți această pagină.",
    },
    declined: {
      title: "Plată refuzată",
      text: "Plata nu a reușit. Nu s-au luat bani de pe card.",
      next: PAY_AGAIN,
    },
    canceled: {
      title: "Plată anulată",
      text: "Plata a fost anulată înainte de a fi făcută. Nu s-au luat bani de pe card.",
      next: `Nu trebuie să faceți nimic. ${PAY_AGAIN}`,
    },
    expired: {
      title: "Plată expirată",
      text: "Timpul pentru confirmarea plății la bancă a trecut. Nu s-au luat bani de pe card.",
      next: PAY_AGAIN,
    },
    voided: {
      title: "Rezervare eliberată",
      text: "Suma nu mai este rezervată pe cardul dumneavoastră. Nu s-au luat bani de pe card.",
      next: "Banca poate afișa rezervarea încă vreo câteva zile.",
    },
    refunded: {
      title: "Plată rambursată",
      text: "Plata dumneavoastră a fost rambursată.",
      next: "Pot trece câteva zile până când banca afișează banii în cont. Puteți închide această pagină.",
    },
    refund_pending: {
      title: "Rambursare în curs",
      text: "Plata dumneavoastră este în curs de rambursare.",
      next: "Pot trece câteva zile până când banca afișează banii în cont. Puteți închide această pagină.",
    },
    checking: {
      title: "Magazinul verifică plata dumneavoastră",
      text: "Comanda nu este încă finalizată.",
      next: "Magazinul verifică plata și vă va contacta. Nu plătiți din nou.",
    },
  },
  why: "Motivul",
  what_to_do: "Ce puteți face",
  reasons: {
    insufficient_funds: {
      why: "Nu sunt destui bani în contul acestui card.",
      advice: "Plătiți din nou cu alt card sau după ce există destui bani în cont.",
    },
    card_expired: { why: "Cardul a expirat.", advice: "Plătiți din nou cu un card încă valabil." },
    invalid_cvv: {
      why: "Codul de securitate este greșit.",
      advice: "Plătiți din nou și verificați cele trei sau patru cifre ale codului de securitate de pe card.",
    },
    do_not_honor: {
      why: "Banca dumneavoastră a refuzat plata fără să ne comunice motivul.",
      advice: "Plătiți din nou cu alt card sau întrebați banca.",
    },
    sca_failed: {
      why: "Banca dumneavoastră nu a putut confirma că dumneavoastră ați făcut plata.",
      advice: "Plătiți din nou și confirmați plata așa cum cere banca sau folosiți alt card.",
    },
    sca_abandoned: {
      why: "Plata nu a fost confirmată la timp la bancă.",
      advice: "Plătiți din nou și confirmați plata la bancă.",
    },
    issuer_unavailable: {
      why: "Banca dumneavoastră nu a răspuns.",
      advice: "Plătiți din nou peste câteva minute sau cu alt card.",
    },
    store_failure: {
      why: "Magazinul nu a putut lua legătura cu banca.",
      advice: "Plătiți din nou peste câteva minute.",
    },
    other: {
      why: "Banca a refuzat plata.",
      advice: "Plătiți din nou, cu alt card dacă se repetă. Banca sau magazinul vă pot spune mai multe.",
    },
  },
  refunded: (refunded, captured) => `S-au rambursat ${refunded} din ${captured}.`,
  refund_pending: (sum) => `O rambursare de ${sum} este în curs.`,
  order_not_completed: "Magazinul nu a putut finaliza comanda dumneavoastră.",
  card: {
    confirmed: {
      title: "Card salvat",
      text: "Banca păstrează cardul pentru plăți viitoare. Nu s-au luat bani de pe card. Puteți închide această pagină.",
    },
    waiting: { title: "Se așteaptă răspunsul băncii", text: "Banca nu ne-a comunicat încă rezultatul." },
    failed: { title: "Card nesalvat", text: "Cardul dumneavoastră nu a fost salvat și nu poate fi debitat." },
  },
  looks_again: "Această pagină verifică din nou singură la fiecare câteva secunde.",
  takes_longer: "Durează mai mult decât de obicei. Puteți închide această pagină sau verifica din nou.",
  look_again: "Verific din nou",
  continue_at_bank: "Continui la bancă",
  if_nothing_happens: {
    link: "Continuați la banca dumneavoastră. Dacă nu se întâmplă nimic, urmați legătura.",
    button: "Continuați la banca dumneavoastră. Dacă nu se întâmplă nimic, apăsați butonul.",
  },
  back_to: (name) => `Înapoi la ${name}`,
  pay: {
    title: (sum) => `Plătiți ${sum}`,
    purpose: "Pentru",
    button: (sum) => `Plătesc ${sum}`,
    unavailable:
      "Formularul de plată nu a putut fi încărcat. Reîncărcați pagina sau încercați din nou imediat.",
    failed: "Plata nu a fost finalizată. Reîncărcați pagina înainte de a încerca din nou.",
    needs_script: "Browserul dumneavoastră nu rulează scripturi, de care formularul de plată are nevoie.",
    note: (provider) =>
      `Plata este procesată de ${provider}. Magazinul nu vede numărul cardului dumneavoastră.`,
    back: "Continuați la plată",
    continue_at: (provider) => `Continui la ${provider}`,
    not_made: "Plata nu a fost finalizată. Nu s-au luat bani. Puteți încerca din nou.",
    try_again: "Încerc din nou",
  },
  returned: {
    title: "Reveniți la asistent",
    text: "Magazinul nu știe de la ce plată veniți. Asistentul vă arată dacă plata a fost făcută. Nu plătiți din nou înainte de a verifica.",
  },
  dead_links: {
    unknown: {
      title: "Legătură necunoscută",
      text: "Această legătură nu duce nicăieri. Dacă există una mai nouă, folosiți-o pe aceea.",
    },
    used: {
      title: "Legătură deja folosită",
      text: "Această legătură a dus deja un browser la bancă și funcționează o singură dată.",
    },
    expired: { title: "Timpul a trecut", text: "Timpul pentru a continua la bancă a trecut." },
  },
  dead_link_advice: "Dacă plata este încă de făcut, reveniți acolo de unde ați primit legătura și reluați.",
  checkout: {
    incomplete: PREPARED,
    ready_for_complete: PREPARED,
    requires_escalation: PREPARED,
    complete_in_progress: {
      title: "Se așteaptă răspunsul băncii",
      text: "Banca nu ne-a comunicat încă rezultatul. Verificați din nou peste câteva clipe.",
    },
    completed: {
      title: "Comandă plasată",
      text: "Banca a confirmat plata dumneavoastră. Puteți închide această pagină.",
    },
    canceled: {
      title: "Cumpărătură anulată",
      text: "Cumpărătura a fost anulată sau a durat prea mult. Nu s-a plătit nimic.",
    },
  },
  free: {
    complete_in_progress: {
      title: "Comanda dumneavoastră este în curs de plasare",
      text: "Verificați din nou peste câteva clipe. Nu este nimic de plătit.",
    },
    completed: {
      title: "Comandă plasată",
      text: "Nu a fost nimic de plătit. Puteți închide această pagină.",
    },
  },
  not_found: {
    title: "Nu s-a găsit nimic",
    text: "La această adresă nu se află nimic. Verificați legătura sau reveniți acolo de unde ați primit-o.",
  },
  failure: {
    title: "Ceva nu a mers",
    text: "Magazinul nu a putut afișa această pagină. Încercați din nou peste câteva clipe. Plata nu se pierde din această cauză.",
  },
}
