import type { ServiceCategory } from '#app/domain/catalogue/service.ts'

/** The services on the home page, in this order. */
export const featuredServiceIds = [
  'panchakarma',
  'nadi-pareeksha',
  'abhyangam',
  'shirodhara',
  'skin-care',
  'weight-management',
]

/** The groups of /services. Their anchors must differ from the cards' own, such as #panchakarma. */
export const serviceGroups: { category: ServiceCategory; anchor: string; intro: string }[] = [
  {
    category: 'General Appointment',
    anchor: 'group-general-appointment',
    intro: 'The usual first step, and the right place if you’re not sure what you need.',
  },
  {
    category: 'Panchakarma',
    anchor: 'group-panchakarma',
    intro: 'Oil, heat and quiet. These therapies follow one another in a planned series, or stand alone.',
  },
  {
    category: 'Tailored Services',
    anchor: 'group-tailored-services',
    intro: 'A consultation around one concern. We listen first, then suggest a plan you can follow at home.',
  },
]
