import { RemovalPage } from '#components/removal/removal-page.tsx';
import { objectPage, objectTitle } from '../../../../object-page.tsx';

export const generateMetadata = objectTitle('uninstall');
export default objectPage(RemovalPage);
