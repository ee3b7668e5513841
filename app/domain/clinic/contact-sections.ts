/** Sections of the Clinic page by which messages and money travel. */
export const contactSections = ['emails', 'phones'] as const
export type ContactSection = (typeof contactSections)[number]

export const isContactSection = (section: string | undefined): section is ContactSection =>
  contactSections.some((one) => one === section)
