/** The creation time of the n-th newest of $1 rows: all within the last 347 days, whatever their number. */
export const AT = "now() - interval '1 second' * (29980800.0 * n / $1::integer)"

/** The id of the n-th payment, which lists also use as a cursor. */
export const PAYMENT = "'pay_' || lpad(to_hex(n), 24, '0')"

/**
 * The client of the n-th row: half of all rows belong to one busy client, a tenth to none, and the rest are
 * distributed among all clients, of which the first ones are the newest.
 */
export const CLIENT = `
  case when n % 10 = 9 then null when n % 2 = 0 then 'bench_agent_1'
       else 'bench_agent_' || 1 + (n / 10 * 7 + n % 10) % greatest($1::integer / 200, 200) end`

/** The interval between rare rows, so that a store of any size has forty of them. */
export const FEW_AND_FAR = "greatest($1::integer / 40, 1)"
