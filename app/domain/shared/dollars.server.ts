import { z } from 'zod'

/** '12', '12.5', '1,200' or '$12.50' in cents. */
export const dollars = (invalid: string) =>
  z
    .string(invalid)
    .trim()
    .regex(/^\$?(\d{1,7}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/, invalid)
    .transform((text) => {
      const [whole = '', cents = ''] = text.replace(/[$,]/g, '').split('.')
      return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
    })
