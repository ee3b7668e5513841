import { expect, test } from 'vitest'
import { toInitials } from '#app/domain/shared/initials.ts'

test.each([
  ['Maya Thomas', 'MT'],
  ['maya', 'M'],
  ['Éva  Szabó-Kis', 'ÉS'],
  ['José Luis de la Cruz', 'JLD'],
  ['"Tom" O’Hara', 'TO'],
  ['🙂', ''],
])('the email for %s says %s', (name, initials) => expect(toInitials(name)).toBe(initials))
