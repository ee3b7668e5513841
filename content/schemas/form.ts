import type { CollectionSchema } from '#app/domain/content/content-schema.ts'
import { plainLine, removed } from './fields.ts'

const kinds = {
  line: 'Short text',
  text: 'Long text',
  choice: 'Choice of one',
  choices: 'Choice of several',
  date: 'Date',
  'yes-no': 'Yes or no',
  signature: 'Signature',
}

/** What patients fill in or sign before an appointment. What they signed keeps the text that they saw. */
export const formSchema = {
  title: 'Form',
  named: 'name',
  sample: '/appointments/sample/forms',
  list: {
    title: 'Forms',
    lead: 'Patients fill these in before an appointment, by the link in its emails. What they sign keeps the text that they saw, whatever you publish later.',
    add: 'Add a form',
    about: { label: 'Fields', fields: ['fields'] },
  },
  fields: {
    name: {
      ...plainLine('Name', 80),
      hint: 'Patients see it above the form. Emails don’t name it.',
    },
    introduction: {
      kind: 'text',
      label: 'Text above the fields',
      max: 12_000,
      plain: true,
      optional: true,
      hint: 'Of a consent, what it says in full. An empty line begins a new paragraph.',
    },
    services: {
      kind: 'choices',
      label: 'Services that it goes with',
      hint: 'None checked: it goes with every service.',
      from: 'services',
    },
    again: {
      kind: 'choice',
      label: 'When patients are asked for it',
      hint: 'Once is for patients whom the website knows: those with a record that their appointments have joined.',
      options: { every: 'Before every appointment', once: 'Once, and again when its text has changed' },
    },
    available: { kind: 'switch', label: 'Ask patients for it' },
    fields: {
      kind: 'list',
      label: 'Fields',
      each: 'Field',
      least: 1,
      most: 40,
      check: 'form-fields',
      fields: {
        kind: { kind: 'choice', label: 'Kind', options: kinds },
        label: plainLine('Question or label', 300),
        hint: { ...plainLine('Hint', 300), optional: true },
        options: {
          kind: 'text',
          label: 'Options',
          max: 2_000,
          plain: true,
          optional: true,
          hint: 'Of a choice: each on a line of its own.',
        },
        required: { kind: 'switch', label: 'Required' },
      },
    },
    ...removed,
  },
} as const satisfies CollectionSchema
