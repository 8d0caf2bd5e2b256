import { isScope, SCOPES, type Scope } from "./scopes"

const ROMANIAN: Readonly<Record<Scope, string>> = {
  "a2a:payments:read": "Să vadă plățile pe care le-a făcut și starea lor",
  "a2a:payments:create": "Să ceară cumpărătorilor plăți cu cardul în numele magazinului",
  "a2a:payments:capture": "Să încaseze plăți rezervate mai înainte",
  "a2a:payments:refund": "Să restituie bani cumpărătorilor, integral sau parțial",
  "a2a:payments:tokenize": "Să păstreze carduri și să le debiteze din nou fără cumpărător",
  "dev.ucp.shopping.catalog.search:read": "Să caute în catalog",
  "dev.ucp.shopping.catalog.lookup:read": "Să vadă produse",
  "dev.ucp.shopping.cart:manage": "Să umple și să modifice coșuri",
  "dev.ucp.shopping.checkout:manage": "Să finalizeze comenzi și să pornească plăți",
  "dev.ucp.shopping.order:read": "Să vadă comenzile pe care le-a făcut",
  "dev.ucp.shopping.order:refund": "Să ramburseze comenzi sau să ceară magazinului rambursarea lor",
  "dev.ucp.shopping.order:manage":
    "Să anuleze comenzi, să le ramburseze dacă magazinul permite și să se aboneze la evenimentele lor",
  "dev.ucp.shopping.order.all:read":
    "Să vadă tot ce au cumpărat pentru dumneavoastră alți agenți în acest magazin",
  "acp:checkout:read": "Să vadă cumpărăturile pe care le-a început",
  "acp:checkout:write": "Să înceapă, să modifice, să finalizeze și să anuleze cumpărături",
  "acp:orders:read": "Să vadă comenzile pe care le-a făcut",
  "acp:feed:read": "Să citească feedul cu toate produsele magazinului",
  "app:payments:read": "Să vadă plățile dumneavoastră",
  "app:payments:create": "Să pornească și să reia plata comenzilor dumneavoastră",
  "app:cards:manage": "Să vadă, să păstreze și să șteargă cardurile dumneavoastră salvate",
  "app:consents:manage": "Să vadă cine are acces la contul dumneavoastră și să retragă accesul",
}

/** What each scope allows, in one sentence, by language: the texts of the consent page and of the admin. */
export const SCOPE_SENTENCES = { en: SCOPES, ro: ROMANIAN } as const

/**
 * The sentence for a scope in a language (BCP 47): in English if the language has none, and the scope's own name if the
 * scope is unknown.
 */
export function scopeSentence(scope: string, language: string): string {
  if (!isScope(scope)) return scope
  return (language.split("-")[0] === "ro" ? SCOPE_SENTENCES.ro : SCOPE_SENTENCES.en)[scope]
}
