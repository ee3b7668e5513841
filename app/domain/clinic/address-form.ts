import { z } from 'zod'
import { optionalField, singleLine } from '#app/domain/shared/plain-text.ts'
import type { PostalAddress } from './overlays.ts'

const line = (name: string) =>
  optionalField(
    singleLine({ blank: `Enter the ${name}.`, most: 100, tooLong: `Enter a ${name} of at most 100 characters.` }),
  )

/** Four empty fields remove the address. */
export const addressForm = z
  .object({
    street: line('street'),
    city: line('city'),
    region: line('state'),
    postalCode: line('ZIP code').refine(
      (code) => code === undefined || /^[a-z0-9][a-z0-9 -]{2,9}$/i.test(code),
      'Enter a ZIP code such as 35226.',
    ),
  })
  .superRefine(({ street, city, region, postalCode }, context) => {
    if (!city && (street || region || postalCode))
      context.addIssue({ code: 'custom', path: ['city'], message: 'Enter the city, or leave all four fields blank.' })
  })
  .transform(({ street = '', city = '', region = '', postalCode = '' }): PostalAddress => ({
    street,
    city,
    region,
    postalCode,
  }))
