import { redirect } from 'react-router'

/** Nobody can sign in yet, so everybody is 'anyone else' (specification, section 2). */
export const loader = () => redirect('/')
