import type { ContentSchema } from '#app/domain/content/content-schema.ts'
import type { ServiceCategory } from '#app/domain/catalogue/service.ts'
import { availability, plainLine, plate } from './fields.ts'

const categories = {
  'General Appointment': 'General Appointment',
  Panchakarma: 'Panchakarma',
  'Tailored Services': 'Tailored Services',
} satisfies Record<ServiceCategory, string>

/** A service of the clinic. */
export const serviceSchema = {
  title: 'Service',
  path: '/services',
  named: 'title',
  fields: {
    title: plainLine('Name', 60),
    sanskrit: { ...plainLine('Name in Sanskrit', 40), optional: true },
    category: {
      kind: 'choice',
      label: 'Group on the Services page',
      options: { ...categories, none: 'None: it can be booked, but has no card' },
    },
    duration: plainLine('Length', 20),
    price: { ...plainLine('Price text', 60), hint: 'In words. What it costs is agreed on before treatment begins.' },
    summary: { ...plainLine('Short text', 80), hint: 'For the home page.' },
    description: { kind: 'text', label: 'Description', max: 400, plain: true },
    picture: plate(),
    ...availability,
  },
} as const satisfies ContentSchema
