export default {
  title: "Spending rules",
  about: "How much this agent can spend in each currency. Changes apply from its next payment.",
  own: "Own spending rules",
  own_about:
    "The agent has these rules instead of the default spending rules in Settings › Agentic Commerce.",
  default_title: "Default spending rules",
  default_about:
    "How much each agent without rules of its own can spend in each currency. You set an agent's own rules on its page. Changes apply from the next payment.",
  no_rules: "There are no rules: any amount that customers agree to can be spent.",
  rule: "Rule for {{currency}}",
  max_per_payment: "Maximum per payment",
  max_per_payment_about: "Larger payments are rejected",
  max_per_day: "Maximum per 24 hours",
  max_per_day_about: "All payments started in the last 24 hours",
  approval_above: "Approval above",
  approval_above_about: "Larger payments wait for your approval",
  no_limit: "No limit",
  only_these: "Only these currencies",
  only_these_about: "Payments in a currency without a rule are rejected.",
  not_a_currency: "This is not a currency.",
  twice: "This currency already has a rule.",
  not_an_amount: "Enter an amount such as 150 or 150.50, or leave it empty.",
  more_than_day: "This exceeds the maximum per 24 hours.",
  approval_never_needed:
    "This must be less than the maximum per payment; otherwise no payment needs approval.",
}
