import { z } from 'zod'
import { dollars } from '#app/domain/shared/dollars.server.ts'
import { emailAddress } from '#app/domain/shared/email-address.server.ts'
import { multiLine, optionalField, singleLine } from '#app/domain/shared/plain-text.server.ts'
import { giftCardsPage } from '#content/gift-cards.ts'
import { leastCents, mostCents, offeredCents } from './gift-card.ts'

const { errors } = giftCardsPage

/** What a card can be sold for. */
export const cardAmount = dollars(errors.amount).refine(
  (cents) => cents >= leastCents && cents <= mostCents,
  errors.amount,
)

/** To whom it is given; all of it may stay empty. */
const recipientFields = {
  recipientName: optionalField(singleLine({ blank: '', most: 100, tooLong: errors.name })),
  recipientEmail: optionalField(emailAddress),
  message: optionalField(multiLine({ blank: '', most: 300, tooLong: errors.message })),
}

const choices = [...offeredCents.map(String), 'own']

/** `amount`: one of the offered ones in cents, or 'own', whose field is read then. */
export const buyForm = z.preprocess(
  (typed: Record<string, unknown>) =>
    typed.amount === 'own' ? typed : { ...typed, ownAmount: String((Number(typed.amount) || mostCents) / 100) },
  z.object({
    amount: z.enum(choices, errors.choose),
    ownAmount: cardAmount,
    email: emailAddress,
    ...recipientFields,
  }),
)

export const codeForm = z.object({
  code: singleLine({ blank: errors.noCode, most: 100, tooLong: errors.unknown }),
})
