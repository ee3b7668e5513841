import type { Group, TextField } from '#app/domain/content/content-schema.ts'

// Fields of an email. The labels of its facts and buttons are the program's, as on its pages.

const emailText = (label: string, max: number, also: readonly string[] = []) =>
  ({
    kind: 'text',
    label,
    max,
    hint: 'A blank line begins a new paragraph.',
    also,
  }) as const satisfies TextField

/** `also`: names in braces that the email fills in, of which `hint` tells. */
export const email = (label: string, hint: string, also: readonly string[] = []) =>
  ({
    kind: 'group',
    label,
    fields: {
      subject: { kind: 'line', label: 'Subject', max: 100, hint, also },
      preview: {
        kind: 'line',
        label: 'Preview',
        max: 160,
        hint: 'Mail programs show it beside the subject.',
        also,
      },
      headline: { kind: 'line', label: 'Headline', max: 80, also },
      text: emailText('Text', 800, also),
    },
  }) as const satisfies Group

/** One that says something below its button, too. */
export const emailWithAfter = (label: string, hint: string, also: readonly string[] = []) => {
  const { fields, ...group } = email(label, hint, also)
  return { ...group, fields: { ...fields, after: emailText('Below the button', 300, also) } } as const satisfies Group
}
