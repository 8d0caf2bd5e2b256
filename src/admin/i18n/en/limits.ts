export default {
  currency: "Currency",
  currency_about: "Three-letter code, for example EUR",
  not_a_currency: "This is not a currency.",
  twice: "This currency is already in the list. Change its limits there, or remove one of the two.",
  not_an_amount: "Enter an amount such as 150 or 150.50. No limit can exceed the one after it.",
  add: "Add a currency",
  remove: "Remove {{currency}}",
}
