import { createContext, useContext } from 'react'
import { deliveredColors } from '#app/domain/theme/theme-colors.ts'
import { toEmailStyles } from './email-styles.ts'

/** The styles of the email around. */
export const EmailStylesContext = createContext(toEmailStyles(deliveredColors))

export const useEmailStyles = () => useContext(EmailStylesContext)
