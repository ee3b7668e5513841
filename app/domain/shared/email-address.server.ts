import { z } from 'zod'

const wrong = 'Enter an email address in the form name@example.com.'

/** HTML's 'valid email address', in a domain with a dot; not normalized. */
export function wholeEmail(message: string) {
  return z
    .string(message)
    .max(254, message)
    .regex(z.regexes.html5Email, message)
    .regex(/@[^@]*\./, message)
}

/** Normalized, so that one person is one address. At most 254 characters (RFC 5321, 4.5.3.1.3), 63 between dots. */
export const emailAddress = z
  .string({ error: 'Enter your email address.' })
  .transform((typed) =>
    typed
      .replace(/\p{Cf}/gu, '')
      .trim()
      .toLowerCase(),
  )
  .pipe(z.string().min(1, 'Enter your email address.'))
  .pipe(wholeEmail(wrong))
