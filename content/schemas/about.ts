import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import { anchor, fixed, fixedLink, heading, link, photo, seo, text, writing } from './fields.ts'

const place = (label: string) =>
  ({
    kind: 'group',
    label,
    fields: { id: anchor, heading: heading('Heading'), text: { kind: 'text', label: 'Text', max: 400 } },
  }) as const

export const aboutSchema = {
  title: 'About',
  path: '/about',
  fields: {
    title: heading('Headline'),
    lead: { kind: 'text', label: 'Lead', max: 240 },
    photo: photo(),
    team: {
      kind: 'group',
      label: 'The people',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        paragraphs: writing('Text'),
        nobody: text('While nobody is entered under Team', 240),
        training: heading('Beside somebody’s training', 30),
        license: heading('Beside the license', 30),
        languages: heading('Beside the languages', 30),
        days: heading('Beside the days', 30),
        services: heading('Beside the services', 30),
      },
    },
    center: place('The wellness center'),
    telehealth: place('Telehealth'),
    ayurveda: {
      kind: 'group',
      label: 'What is Ayurveda?',
      fields: { id: anchor, heading: heading('Heading'), paragraphs: writing('Text') },
    },
    massage: {
      kind: 'group',
      label: 'Reasons for a massage',
      fields: {
        id: anchor,
        heading: heading('Heading'),
        link: link('Link'),
        reasons: {
          kind: 'list',
          label: 'Reasons',
          each: 'Reason',
          least: 1,
          most: 8,
          fields: { heading: heading('Heading', 40), text: { kind: 'text', label: 'Text', max: 160 } },
        },
      },
    },
    callToAction: {
      kind: 'group',
      label: 'Invitation to book',
      fields: {
        heading: heading('Heading'),
        text: { kind: 'text', label: 'Text', max: 240 },
        textWithTime: {
          kind: 'text',
          label: 'Text with the next free time',
          hint: '{time} stands for that time.',
          max: 240,
          also: ['time'],
        },
        link: fixedLink('Button', fixed.button),
        photo: photo('wide'),
      },
    },
    seo,
  },
} as const satisfies ContentSchema
