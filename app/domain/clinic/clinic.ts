import type { z } from 'zod'
import type { clinicSchema } from './clinic-schema.server.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

export type ClinicContent = z.infer<typeof clinicSchema>
export type OpenHours = ClinicContent['hours'][Weekday][number]
