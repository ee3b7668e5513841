import type { TextField } from '#app/domain/content/content-schema.ts'
import { heading, tab, text } from './fields.ts'

const toAddress = '{address} stands for the person’s email address.'

const asked = { ...text('Question over the button', 160), hint: toAddress, requires: ['address'] } as const

/** Fields of a page that an email's link leads to: it asks with one button, then shows what was done. */
export const oneClick = {
  title: heading('Headline'),
  lead: text('Lead', 200),
  ask: asked satisfies TextField,
  done: {
    kind: 'group',
    label: 'Afterwards',
    fields: {
      title: heading('Headline'),
      text: { ...text('Text', 240), hint: toAddress, also: ['address'] },
    },
  },
  invalid: {
    kind: 'group',
    label: 'For a link that doesn’t work',
    fields: { title: heading('Headline'), text: text('Text', 240) },
  },
  seo: tab(),
} as const
