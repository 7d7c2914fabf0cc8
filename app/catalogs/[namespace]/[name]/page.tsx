import { SourcePage } from '#components/sources/source-page.tsx';
import { objectPage, objectTitle } from '../../../object-page.tsx';

export const generateMetadata = objectTitle();
export default objectPage(SourcePage);
