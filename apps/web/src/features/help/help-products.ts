/** The products that the help center has a topic and figures of. */
import { createContext, useContext } from 'react';
import type { ProductTerms } from '#shared/product-terms.ts';

export const HelpProducts = createContext<readonly ProductTerms[]>([]);
export const useHelpProducts = (): readonly ProductTerms[] => useContext(HelpProducts);
