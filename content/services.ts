/** The services on the home page, in this order. */
export const featuredServiceIds = [
  'panchakarma',
  'nadi-pareeksha',
  'abhyangam',
  'shirodhara',
  'skin-care',
  'weight-management',
]
