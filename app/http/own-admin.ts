import type { RouterContextProvider } from 'react-router'
import { pageContext, servicesContext } from './context.ts'

/** Whose sign-ins are in the audit trail, and from where this one comes. */
export const adminOfRequest = (context: Readonly<RouterContextProvider>) => ({
  email: context.get(servicesContext).config.admin.email,
  from: context.get(pageContext).clientAddress,
})
