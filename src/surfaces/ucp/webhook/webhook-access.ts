/** The scope that all webhook operations need. */
export const ACCESS = "dev.ucp.shopping.order:manage"
