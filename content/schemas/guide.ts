import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { heading, plate, seo, text } from './fields.ts'

const choice = (label: string) =>
  ({
    kind: 'group',
    label,
    fields: { title: heading('Name', 40), text: text('Text', 100), picture: plate() },
  }) as const

export const guideSchema = {
  title: 'Guide',
  path: '/guide',
  fields: {
    title: heading('Headline'),
    lead: text('Lead', 240),
    feeling: {
      kind: 'group',
      label: 'First question',
      fields: {
        question: heading('Question'),
        wornOut: choice('First answer'),
        outOfRhythm: choice('Second answer'),
        oneThing: choice('Third answer'),
        unknown: choice('Answer that leads to talking first'),
      },
    },
    oil: {
      kind: 'group',
      label: 'Second question',
      fields: {
        question: heading('Question'),
        allOver: choice('Answer: all over'),
        headOnly: choice('Answer: the head'),
        noOil: choice('Answer: no oil'),
      },
    },
    caution: {
      kind: 'group',
      label: 'Third question: who should wait',
      fields: {
        question: heading('Question'),
        list: text('What it asks for', 400),
        none: choice('Answer: none of it'),
        some: choice('Answer that leads to talking first'),
      },
    },
    steps: {
      kind: 'group',
      label: 'Around the questions',
      fields: {
        step: {
          kind: 'line',
          label: 'Which question it is',
          hint: '{step} stands for its number.',
          max: 30,
          also: ['step'],
        },
        back: heading('Back to the question before', 30),
        startOver: heading('Back to the first question', 30),
        said: {
          kind: 'line',
          label: 'What was answered',
          hint: '{answers} stands for the answers.',
          max: 60,
          also: ['answers'],
        },
      },
    },
    suggestion: heading('Over the suggestion'),
    more: {
      kind: 'line',
      label: 'Link to the service',
      hint: '{service} stands for its name.',
      max: 60,
      also: ['service'],
    },
    others: heading('Over other services'),
    note: text('What it is not', 240),
    seo,
  },
} as const satisfies ContentSchema
