import { z } from 'zod'
import { optionalField, singleLine, multiLine } from '#app/domain/shared/plain-text.server.ts'
import { isWebAddress } from '#app/domain/shared/web-address.ts'

const badUrl = 'Enter a full web address, such as https://www.clinic.example/blog.'

export const campaignForm = z.object({
  /** Comes with the page, so that a second press saves the same draft. */
  draft: z.uuid().catch(() => crypto.randomUUID()),
  url: singleLine({ blank: badUrl, most: 2_000, tooLong: badUrl }).refine(isWebAddress, badUrl),
  subject: optionalField(singleLine({ blank: '', most: 150, tooLong: 'Enter a subject of at most 150 characters.' })),
  intro: optionalField(multiLine({ blank: '', most: 5_000, tooLong: 'Enter at most 5,000 characters.' })),
})
