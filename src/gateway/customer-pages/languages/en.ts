import type { Texts, Words } from "../texts"

const PREPARED: Words = {
  title: "Your purchase is being prepared",
  text: "Continue in the app or with the assistant you came from. Nothing has been paid.",
}

const PAY_AGAIN = "To pay again, go back to where you started the purchase."

/** The pages for customers in English. */
export const en: Texts = {
  lang: "en",
  amount: "Amount",
  order_number: "Order number",
  what_next: "What happens next",
  payment: {
    paid: {
      title: "Payment confirmed",
      text: "The bank has confirmed your payment.",
      next: "The store has your payment and prepares your order. You can close this page.",
    },
    authorized: {
      title: "Amount reserved",
      text: "The bank has reserved the amount on your card. You have not been charged yet.",
      next: "The store charges your card later, usually when it ships your order. You can close this page.",
    },
    processing: {
      title: "Waiting for the bank",
      text: "The bank has not reported the outcome yet.",
      next: "Do not pay again: the bank reports the outcome to the store even when you close this page.",
    },
    declined: {
      title: "Payment declined",
      text: "Your payment did not go through. You were not charged.",
      next: PAY_AGAIN,
    },
    canceled: {
      title: "Payment canceled",
      text: "The payment was canceled before it was made. You were not charged.",
      next: `You do not have to do anything. ${PAY_AGAIN}`,
    },
    expired: {
      title: "Payment expired",
      text: "The time to confirm the payment at your bank is over. You were not charged.",
      next: PAY_AGAIN,
    },
    voided: {
      title: "Reservation released",
      text: "The amount is no longer reserved on your card. You were not charged.",
      next: "Your bank may show the reservation for a few more days.",
    },
    refunded: {
      title: "Payment refunded",
      text: "Your payment was refunded.",
      next: "It may take your bank a few days to show the money on your account. You can close this page.",
    },
    refund_pending: {
      title: "Refund on its way",
      text: "Your payment is being refunded.",
      next: "It may take your bank a few days to show the money on your account. You can close this page.",
    },
    checking: {
      title: "The store is checking your payment",
      text: "Your order is not complete yet.",
      next: "The store looks at your payment and will contact you. Do not pay again.",
    },
  },
  why: "Why",
  what_to_do: "What you can do",
  reasons: {
    insufficient_funds: {
      why: "There is not enough money on the account of this card.",
      advice: "Pay again with another card, or after there is enough money on the account.",
    },
    card_expired: { why: "The card has expired.", advice: "Pay again with a card that is still valid." },
    invalid_cvv: {
      why: "The security code is wrong.",
      advice: "Pay again and check the three or four digits of the security code on your card.",
    },
    do_not_honor: {
      why: "Your bank declined the payment without a reason.",
      advice: "Pay again with another card, or ask your bank.",
    },
    sca_failed: {
      why: "Your bank could not confirm that it was you who paid.",
      advice: "Pay again and confirm the payment as your bank asks, or use another card.",
    },
    sca_abandoned: {
      why: "The payment was not confirmed at your bank in time.",
      advice: "Pay again and confirm the payment at your bank.",
    },
    issuer_unavailable: {
      why: "Your bank did not answer.",
      advice: "Pay again in some minutes, or with another card.",
    },
    store_failure: {
      why: "The store could not reach the bank.",
      advice: "Pay again in some minutes.",
    },
    other: {
      why: "The bank declined the payment.",
      advice: "Pay again, with another card if it happens again. Your bank or the store can tell you more.",
    },
  },
  refunded: (refunded, captured) => `${refunded} of ${captured} was refunded.`,
  refund_pending: (sum) => `A refund of ${sum} is on its way.`,
  order_not_completed: "The store could not complete your order.",
  card: {
    confirmed: {
      title: "Card saved",
      text: "The bank has saved your card for later charges. You were not charged. You can close this page.",
    },
    waiting: { title: "Waiting for the bank", text: "The bank has not reported the outcome yet." },
    failed: { title: "Card not saved", text: "Your card was not saved and cannot be charged." },
  },
  looks_again: "This page reloads by itself every few seconds.",
  takes_longer: "It takes longer than usual. You can close this page or check again.",
  look_again: "Check again",
  continue_at_bank: "Continue to the bank",
  if_nothing_happens: {
    link: "You continue at your bank. If nothing happens, follow the link.",
    button: "You continue at your bank. If nothing happens, press the button.",
  },
  back_to: (name) => `Back to ${name}`,
  pay: {
    title: (sum) => `Pay ${sum}`,
    purpose: "For",
    button: (sum) => `Pay ${sum}`,
    unavailable: "The payment form could not be loaded. Reload the page, or try again in a moment.",
    failed: "The payment was not completed. Reload the page before you try again.",
    needs_script: "Your browser does not run scripts, which this payment form needs.",
    note: (provider) => `${provider} processes your payment. The store does not see your card's number.`,
    back: "Continue to the payment",
    continue_at: (provider) => `Continue to ${provider}`,
    not_made: "The payment was not completed. You were not charged. You can try again.",
    try_again: "Try again",
  },
  returned: {
    title: "Return to your assistant",
    text: "The store does not know which payment you come from. Your assistant shows whether it was made. Do not pay again before you have looked.",
  },
  dead_links: {
    unknown: {
      title: "Unknown link",
      text: "This link is not valid. If you have a newer one, use that.",
    },
    used: {
      title: "Link already used",
      text: "This link works only once and was already used to open the bank's page.",
    },
    expired: { title: "Link expired", text: "The time to continue at the bank is over." },
  },
  dead_link_advice: "To try again, go back to where the link came from and start again.",
  checkout: {
    incomplete: PREPARED,
    ready_for_complete: PREPARED,
    requires_escalation: PREPARED,
    complete_in_progress: {
      title: "Waiting for the bank",
      text: "The bank has not reported the outcome yet. Check again in a moment.",
    },
    completed: {
      title: "Order placed",
      text: "The bank has confirmed your payment. You can close this page.",
    },
    canceled: {
      title: "Purchase canceled",
      text: "The purchase was canceled, or took too long. Nothing has been paid.",
    },
  },
  free: {
    complete_in_progress: {
      title: "Your order is being placed",
      text: "Check again in a moment. Nothing is due.",
    },
    completed: { title: "Order placed", text: "Nothing was due. You can close this page." },
  },
  not_found: {
    title: "Nothing found",
    text: "There is nothing at this address. Check the link, or go back to where it came from.",
  },
  failure: {
    title: "Something went wrong",
    text: "The store could not show this page. Try again in a moment. Your payment is not affected.",
  },
}
