import { isAnswered } from '#app/domain/patients/data-requests.server.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { buttonPart } from '#app/mail/parts.tsx'
import { sampleOrigin } from '#app/mail/samples.ts'
import { dataErased as erased, dataRequestAnswered as words } from '#content/emails.ts'

/** The answer itself may be about the patient's health, so it is only read after showing who one is. */
export const dataRequestAnswered = defineEmail({
  kind: 'data-request-answered',
  async load({ database, config }, { requestId }) {
    return (await isAnswered(database.db, requestId)) ? { url: `${config.publicOrigin}/my-data` } : undefined
  },
  head: () => words,
  body: ({ url }) => [
    { paragraph: words.text },
    buttonPart(words.link, url),
    { paragraph: (clinic) => words.otherwise(clinic) },
  ],
  why: words.why,
  sample: { url: `${sampleOrigin}/my-data` },
})

/** Names nobody: the person's data is gone. */
export const dataErased = defineEmail({
  kind: 'data-erased',
  load: async ({ config }) => ({ url: config.publicOrigin }),
  head: () => erased,
  body: ({ url }) => [...erased.text.map((paragraph) => ({ paragraph })), buttonPart(erased.link, url)],
  why: erased.why,
  sample: { url: sampleOrigin },
})
