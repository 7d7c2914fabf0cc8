import { EditSource } from '#components/sources/edit-source.tsx';
import { objectPage, objectTitle } from '../../../../object-page.tsx';

export const generateMetadata = objectTitle('editSource');
export default objectPage(EditSource);
