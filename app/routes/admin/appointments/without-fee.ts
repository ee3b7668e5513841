/** Field of the form that marks a visit as missed: staff do without its fee. */
export const withoutFeeField = 'without-fee'
