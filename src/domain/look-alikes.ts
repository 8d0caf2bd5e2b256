/**
 * Letters of other scripts, and Latin variants, with the Latin letter that they resemble. Unicode has no property for
 * this; these are the letters of its confusables list that scripts in general use have. Two strings per Latin letter:
 * the letter, and its look-alikes.
 */
const RESEMBLING: Readonly<Record<string, string>> = {
  a: "\u0430\u0410\u03b1\u0391\u0251\u1d00@4",
  b: "\u0432\u0412\u042c\u044c\u03b2\u0392\u02998",
  c: "\u0441\u0421\u03f2\u03f9\u1d04",
  d: "\u0501\u0500\u0111\u0110\u0256\u1d05",
  e: "\u0435\u0415\u03b5\u0395\u0454\u0404\u1d073\u20ac",
  f: "\u0192\ua730\u03dc",
  g: "\u0261\u0581\u0262",
  h: "\u043d\u041d\u04bb\u04ba\u0397\u0570\u0127\u0126\u029c",
  l: "iI\u0131\u0456\u0406\u04cf\u04c0\u03b9\u0399\u0142\u0141\u026a\u029f1|!\u056c",
  j: "\u0458\u0408\u0575\u1d0a",
  k: "\u043a\u041a\u03ba\u039a\u1d0b",
  m: "\u043c\u041c\u039c\u1d0d",
  n: "\u03b7\u043f\u041f\u039d\u0578\u0274\u0438\u0418",
  o: "\u043e\u041e\u03bf\u039f\u03c3\u0585\u0555\u00f8\u00d8\u1d0f0",
  p: "\u0440\u0420\u03c1\u03a1\u1d18",
  q: "\u051b\u051a\u0566",
  r: "\u0433\u0413\u0280\u0393",
  s: "\u0455\u0405\ua731\u017f5$\u054f",
  t: "\u0442\u0422\u03c4\u03a4\u0167\u1d1b7",
  u: "\u03c5\u057d\u1d1c",
  v: "\u0475\u0474\u03bd\u1d20",
  w: "\u051d\u051c\u03c9\u0448\u0428\u1d21",
  x: "\u0445\u0425\u03c7\u03a7",
  y: "\u0443\u0423\u03a5\u03b3\u028f",
  z: "\u0396\u03b6\u1d222",
}

const LATIN = new Map(
  Object.entries(RESEMBLING).flatMap(([latin, all]) => [...all].map((one) => [one, latin]))
)

/** Letter pairs that look like one letter. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, "m"],
  [/vv/g, "w"],
]

/** Symbols stand for letters only inside words: the exclamation mark after a word is none. */
const OUTER_SYMBOL = /(?<![\p{L}\p{N}])[@$€|!]|[@$€|!](?![\p{L}\p{N}])/gu

/**
 * What a text looks like: without marks, in lower case, with every look-alike as its Latin letter. Texts that people
 * confuse have the same form; the form itself is not for display.
 */
function appearanceOf(text: string): string {
  const letters = [...text.normalize("NFKD").replace(/\p{M}/gu, "").replace(OUTER_SYMBOL, " ")]
  const latin = letters.map((one) => LATIN.get(one) ?? LATIN.get(one.toLowerCase()) ?? one.toLowerCase())
  return PAIRS.reduce((form, [pair, one]) => form.replace(pair, one), latin.join(""))
}

/** The words as they look. Letters that are spaced out, as in "o f f i c i a l", count as one word. */
function wordsIn(text: string): string {
  const words = appearanceOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const joined = words.reduce((all, word, index) => {
    const continues = word.length === 1 && words[index - 1]?.length === 1
    return continues ? all + word : `${all} ${word}`
  }, "")
  return `${joined} `
}

/** Words of English, Romanian and their neighbors with which a name claims a verification that did not happen. */
const CLAIMS = [
  "verified",
  "official",
  "certified",
  "trusted",
  "authentic",
  "genuine",
  "accredited",
  "legit",
  "legitimate",
  "verificat",
  "verificată",
  "oficial",
  "oficială",
  "certificat",
  "certificată",
  "autentic",
  "autentică",
  "autorizat",
  "autorizată",
  "authorized",
  "officiel",
  "officielle",
  "vérifié",
  "vérifiée",
  "offiziell",
  "verifiziert",
  "zertifiziert",
  "ufficiale",
  "verificato",
  "verificado",
  "oficialmente",
].map((word) => wordsIn(word))

/** The claim of a verification in a name, as it looks; undefined if there is none. */
export function claimIn(name: string): string | undefined {
  const words = wordsIn(name)
  return CLAIMS.find((claim) => words.includes(claim))
}

/** Names with fewer letters also occur inside other words, so they count only as words of their own. */
const DISTINCTIVE = 5

/** Whether a name contains another one, as people see it. */
export function imitates(name: string, own: string): boolean {
  const [words, wanted] = [wordsIn(name), wordsIn(own)]
  if (!wanted.trim()) return false
  const [squeezed, whole] = [words, wanted].map((one) => one.replaceAll(" ", "")) as [string, string]
  return (
    words.includes(wanted) || squeezed === whole || (whole.length >= DISTINCTIVE && squeezed.includes(whole))
  )
}
