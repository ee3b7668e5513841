/** In the audit trail: who published a text saw the claims in it. */
export const withClaimsShown = '(as it is, with claims shown)'
