/** When the n-th newest of $1 rows was made: all of them within the last 347 days, whatever their number. */
export const AT = "now() - interval '1 second' * (29980800.0 * n / $1::integer)"

/** The id of the n-th payment, as lists take it for a cursor. */
export const PAYMENT = "'pay_' || lpad(to_hex(n), 24, '0')"

/**
 * Whose the n-th row is: half of all are one busy client's, a tenth are nobody's, and the rest is shared out among all
 * clients, of which the first ones are the newest.
 */
export const CLIENT = `
  case when n % 10 = 9 then null when n % 2 = 0 then 'bench_agent_1'
       else 'bench_agent_' || 1 + (n / 10 * 7 + n % 10) % greatest($1::integer / 200, 200) end`

/** One row in so many, so that a store of any size has forty of them. */
export const FEW_AND_FAR = "greatest($1::integer / 40, 1)"
