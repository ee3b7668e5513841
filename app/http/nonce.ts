import { createContext, useContext } from 'react'

const Nonce = createContext<string | undefined>(undefined)

/** Set while a hydrated page is rendered on the server; browsers hide it from scripts. */
export const NonceProvider = Nonce.Provider
export const useNonce = () => useContext(Nonce)
