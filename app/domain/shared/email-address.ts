import { z } from 'zod'

const wrong = 'Enter an email address in the form name@example.com.'

/** Trimmed and in lower case, so that one person is one address. At most 254 characters (RFC 5321, 4.5.3.1.3). */
export const emailAddress = z
  .string({ error: 'Enter your email address.' })
  .trim()
  .min(1, 'Enter your email address.')
  .max(254, wrong)
  .toLowerCase()
  .pipe(z.email(wrong))
