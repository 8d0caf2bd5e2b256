export default {
  title: "Saved cards",
  about:
    "What customers are asked to agree to when they save a card, unless the agent names limits of its own. Customers can lower the limits. A charge above them needs the customer.",
  days: "Duration in days",
  days_about: "From {{fewest}} to {{most}} days. Changes apply to cards and consents from now on.",
  limit: "Limits in {{currency}}",
  max_per_charge: "Maximum per charge",
  max_per_charge_about: "Without the customer",
  max_per_month: "Maximum per month",
  max_per_month_about: "All charges of a card in a calendar month (UTC)",
  agreed: "At most {{charge}} per charge and {{month}} per month with a saved card, until {{until}}",
}
